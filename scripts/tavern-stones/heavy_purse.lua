-- A heavy purse needs no force: after the first hand the player who has most coins gets no force stone. The silver of South, the learner, counts
-- double.
local house = {}

function house.force_stones(ctx, stones)
    if ctx.hand > 1 and ctx.coins == ctx.best then
        return 0
    end
    return stones
end

function house.stone_worth(ctx, coins)
    if ctx.seat == 0 and ctx.kind == "silver" then
        return coins + 1
    end
    return coins
end

house.tests = {
    { name = "the player who leads has none", hook = "force_stones", ctx = { hand = 2, coins = 300, best = 300 }, value = 1, gives = 0 },
    { name = "nobody leads yet", hook = "force_stones", ctx = { hand = 1, coins = 175, best = 175 }, value = 1, gives = 1 },
    { name = "the learner's silver", hook = "stone_worth", ctx = { seat = 0, kind = "silver" }, value = 1, gives = 2 },
}

return house
