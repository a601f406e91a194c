-- The match is over as soon as somebody has a hundred points. If nobody has them after the last round, it ends as usual: most points win.
local house = {}

function house.ended(ctx, over)
    return over or ctx.best >= 100
end

house.tests = {
    { name = "a hundred points end it", hook = "ended", ctx = { scores = { 0, 100, 40, 18 } }, value = false, gives = true },
    { name = "ninety-nine do not", hook = "ended", ctx = { scores = { 0, 99, 40, 18 } }, value = false, gives = false },
}

return house
