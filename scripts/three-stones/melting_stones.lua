-- At most twenty-four stones stay on the board: when there are more, the one that has been there longest melts. What it scored stays.
local house = {}

function house.stone_placed(ctx, effects)
    if ctx.stones_on_board > 24 then
        effects.remove(ctx.oldest_row, ctx.oldest_col)
    end
end

return house
