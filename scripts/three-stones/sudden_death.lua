-- The match is over as soon as somebody has ten points, or is eight ahead.
local house = {}

function house.ended(ctx, over)
    return over or ctx.best >= 10 or ctx.best - ctx.least >= 8
end

return house
