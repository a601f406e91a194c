-- On a tie the bonus goes to the poorest hand; the player who gets it with fewer than four alike gets half of it.
local house = {}

function house.bonus_to(ctx, seat)
    if seat == -1 then
        return ctx.poorest
    end
    return seat
end

function house.bonus(ctx, coins)
    if ctx.size < 4 then
        return coins // 2
    end
    return coins
end

house.tests = {
    { name = "a tie", hook = "bonus_to", ctx = { poorest = 2 }, value = -1, gives = 2 },
    { name = "three alike", hook = "bonus", ctx = { size = 3 }, value = 120, gives = 60 },
    { name = "four alike", hook = "bonus", ctx = { size = 4 }, value = 120, gives = 120 },
}

return house
