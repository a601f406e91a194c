-- A bonus of five for balance, for each player who has it: the fewest lines of a player in any of the three ways (across, down, diagonal)
-- must be at least half of the most.
local house = {}

function house.final_score(ctx, score)
    local fewest = math.min(ctx.across, ctx.down, ctx.diagonal)
    local most = math.max(ctx.across, ctx.down, ctx.diagonal)
    if fewest > 0 and fewest * 2 >= most then
        return score + 5
    end
    return score
end

house.tests = {
    { name = "two, two and four are balanced", hook = "final_score", ctx = { across = 2, down = 2, diagonal = 4 }, value = 8, gives = 13 },
    { name = "one, two and four are not", hook = "final_score", ctx = { across = 1, down = 2, diagonal = 4 }, value = 7, gives = 7 },
}

return house
