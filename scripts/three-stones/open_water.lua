-- No stone next to the last one: the pockets beside, above and below it are out of bounds for one turn.
local house = {}

function house.may_play(ctx, allowed)
    if ctx.last_row < 0 then
        return allowed
    end
    local distance = math.abs(ctx.row - ctx.last_row) + math.abs(ctx.col - ctx.last_col)
    return allowed and distance ~= 1
end

house.tests = {
    { name = "the next pocket is out of bounds", hook = "may_play", ctx = { last_row = 3, last_col = 3, row = 3, col = 4 }, value = true, gives = false },
    { name = "the one after it is not", hook = "may_play", ctx = { last_row = 3, last_col = 3, row = 3, col = 5 }, value = true, gives = true },
}

return house
