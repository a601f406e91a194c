-- Ten points less at the end for each broken StoneRow in front of you.
local house = {}

function house.final_score(ctx, score)
    return score - 10 * ctx.broken
end

house.tests = {
    { name = "two broken rows", hook = "final_score", ctx = { broken = 2 }, value = 60, gives = 40 },
}

return house
