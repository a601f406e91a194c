-- No stone next to the last one: the pockets beside, above and below it are out of bounds for one turn.
local house = {}

function house.may_play(ctx, allowed)
    if ctx.last_row < 0 then
        return allowed
    end
    local distance = math.abs(ctx.row - ctx.last_row) + math.abs(ctx.col - ctx.last_col)
    return allowed and distance ~= 1
end

return house
