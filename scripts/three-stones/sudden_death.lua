-- The match is over as soon as somebody has ten points, or is eight ahead.
local house = {}

function house.ended(ctx, over)
    return over or ctx.best >= 10 or ctx.best - ctx.least >= 8
end

house.tests = {
    { name = "ten points", hook = "ended", ctx = { scores = { 4, 10 } }, value = false, gives = true },
    { name = "a lead of eight", hook = "ended", ctx = { scores = { 8, 0 } }, value = false, gives = true },
    { name = "nine and two", hook = "ended", ctx = { scores = { 9, 2 } }, value = false, gives = false },
}

return house
