-- A row of four counts five: three more than its two lines. A fifth stone in it scores its line, as always.
local house = {}

function house.row_scored(ctx, effects)
    if ctx.length == 4 then
        effects.points(ctx.player, 3)
    end
end

return house
