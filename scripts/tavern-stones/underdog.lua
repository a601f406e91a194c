-- From the second hand on, the only player with the fewest coins gets a second force stone, and 20 coins when the hand is counted.
local house = {}

function house.force_stones(ctx, stones)
    if ctx.place[ctx.seat] == ctx.players then
        return math.min(3, stones + 1)
    end
    return stones
end

function house.hand_coins(ctx, coins)
    if ctx.place[ctx.seat] == ctx.players then
        return coins + 20
    end
    return coins
end

house.tests = {
    { name = "the last has two force stones", hook = "force_stones", ctx = { seat = 3, place = { 1, 2, 3, 4 } }, value = 1, gives = 2 },
    { name = "and twenty coins", hook = "hand_coins", ctx = { seat = 3, place = { 1, 2, 3, 4 } }, value = 30, gives = 50 },
    { name = "two who share the last place are not last alone", hook = "hand_coins", ctx = { seat = 3, place = { 1, 2, 3, 3 } }, value = 30, gives = 30 },
}

return house
