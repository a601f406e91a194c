-- Twenty points more for the player who has most unbroken StoneRows at the end. If several have as many, each gets them.
local house = {}

function house.final_score(ctx, score)
    if ctx.rows > 0 and ctx.rows == ctx.most_rows then
        return score + 20
    end
    return score
end

house.tests = {
    { name = "three rows are the most", hook = "final_score", ctx = { rows = 3, most_rows = 3 }, value = 50, gives = 70 },
    { name = "two of three are not", hook = "final_score", ctx = { rows = 2, most_rows = 3 }, value = 50, gives = 50 },
    { name = "no row is no reason for points", hook = "final_score", ctx = { rows = 0, most_rows = 0 }, value = 0, gives = 0 },
}

return house
