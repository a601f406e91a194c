-- The player who cannot pay may owe up to 50 coins. Debts cost a tenth more, and at least 1 coin, whenever a hand is counted.
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

house.tests = {
    { name = "fifty coins of credit", hook = "credit", ctx = {  }, value = 0, gives = 50 },
    { name = "a tenth of the debt", hook = "hand_coins", ctx = { seat = 1, coins = { 0, -45, 0, 0 } }, value = 30, gives = 26 },
    { name = "at least a coin", hook = "hand_coins", ctx = { seat = 1, coins = { 0, -3, 0, 0 } }, value = 30, gives = 29 },
}

return house
