-- On a tie for the most complete hand the bonus does not wait: the poorest hand gets it, but only half of it.
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

return house
