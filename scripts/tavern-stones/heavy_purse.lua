-- A heavy purse needs no force: after the first hand whoever has most coins gets no force stone.
local house = {}

function house.force_stones(ctx, stones)
    if ctx.hand > 1 and ctx.coins == ctx.best then
        return 0
    end
    return stones
end

-- The silver of South, the learner, counts double.
function house.stone_worth(ctx, coins)
    if ctx.seat == 0 and ctx.kind == "silver" then
        return coins + 1
    end
    return coins
end

return house
