-- The next stone goes a knight's move away from the last one: two steps one way and one step the other. Where none of these pockets is
-- empty, any pocket will do.
local house = {}

local function is_knights_move(row, col, last_row, last_col)
    local down, right = math.abs(row - last_row), math.abs(col - last_col)
    return down == 1 and right == 2 or down == 2 and right == 1
end

-- Such a pocket is never in the row or the column of the last stone, so the rules have to allow it.
function house.also_play(ctx, allowed)
    return allowed or is_knights_move(ctx.row, ctx.col, ctx.last_row, ctx.last_col)
end

-- The pockets in the row and the column may not be played.
function house.may_play(ctx, allowed)
    if ctx.last_row < 0 then
        return allowed
    end
    return allowed and is_knights_move(ctx.row, ctx.col, ctx.last_row, ctx.last_col)
end

house.tests = {
    {
        name = "two down and one to the left is a knight's move, one down is not",
        knobs = { pouch = false },
        actions = { "white to F8" },
        expect = { legal = "black to E10", illegal = "black to F9" },
    },
}

return house
