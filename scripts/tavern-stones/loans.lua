-- Whoever cannot pay may owe up to 50 coins. Debts cost a tenth more, and at least 1 coin, whenever a hand is counted.
local house = {}

function house.credit(ctx, coins)
    return coins + 50
end

function house.hand_coins(ctx, coins)
    local debt = -ctx.coins[ctx.seat]
    if debt > 0 then
        return coins - math.max(1, debt // 10)
    end
    return coins
end

return house
