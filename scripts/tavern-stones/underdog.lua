-- From the second hand on, whoever alone has fewest coins gets a second force stone, and 20 coins when the hand is counted.
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

return house
