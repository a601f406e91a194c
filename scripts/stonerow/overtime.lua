-- Every Foreman adds as many rounds as Foremen have turned up: one, then two.
local house = {}

function house.extra_rounds(ctx, rounds)
    return rounds * ctx.foremen
end

return house
