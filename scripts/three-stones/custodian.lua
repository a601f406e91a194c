-- Capture by enclosing: stones of the other colour in a straight line between a stone that is placed and another of its colour take its colour.
-- Lines that come about score. Clear stones neither enclose nor change.
local house = {}

house.knobs = knobs {
    longest = { 3, min = 1, max = 10, doc = "How many stones in a row can be enclosed." },
}

house.memory = {
    -- What lies in each place of the board, row after row. A board has at most 128 places.
    lies = { size = 128, values = { "none", "white", "black", "clear" } },
}

local ways = { { 0, 1 }, { 1, 0 }, { 1, 1 }, { 1, -1 }, { 0, -1 }, { -1, 0 }, { -1, -1 }, { -1, 1 } }

function house.stone_placed(ctx, effects)
    local stone, rows, cols = ctx.stone, ctx.rows, ctx.cols
    effects.remember("lies", ctx.row * cols + ctx.col + 1, stone)
    if stone == "clear" then
        return
    end

    local function lies(row, col)
        local inside = row >= 0 and row < rows and col >= 0 and col < cols
        return if inside then ctx.lies[row * cols + col + 1] else "none"
    end

    local other = if stone == "white" then "black" else "white"
    for _, way in ways do
        local down, right = way[1], way[2]
        local row, col, enclosed = ctx.row + down, ctx.col + right, 0
        while lies(row, col) == other do
            row, col, enclosed = row + down, col + right, enclosed + 1
        end
        if enclosed <= house.knobs.longest and lies(row, col) == stone then
            for step = 1, enclosed do
                effects.recolour(stone, ctx.row + step * down, ctx.col + step * right)
            end
        end
    end
end

-- A stone has changed its colour, or another rule has put it there.
function house.stone_put(ctx, effects)
    effects.remember("lies", ctx.row * ctx.cols + ctx.col + 1, ctx.stone)
end

function house.stone_removed(ctx, effects)
    effects.remember("lies", ctx.row * ctx.cols + ctx.col + 1, "none")
end

function house.colours_swapped(ctx, effects)
    for place, stone in ctx.lies do
        if stone == "white" or stone == "black" then
            effects.remember("lies", place, if stone == "white" then "black" else "white")
        end
    end
end

house.tests = {
    {
        name = "one black stone between two white ones",
        knobs = { pouch = false },
        actions = { "white to D4", "black to E4", "white to F4, 1 point for White" },
        expect = { scores = { 1, 0 } },
    },
    {
        name = "Black may enclose with a white stone, for White",
        knobs = { pouch = false },
        actions = { "white to D4", "black to D5", "black to D6", "white to D7, 2 points for White" },
        expect = { scores = { 2, 0 } },
    },
    {
        name = "a longer row than the knob permits",
        knobs = { pouch = false },
        rule_knobs = { longest = 1 },
        actions = { "white to D4", "black to D5", "black to D6", "white to D7" },
        expect = { scores = { 0, 0 } },
    },
    {
        name = "a clear stone encloses nothing",
        knobs = { pouch = false },
        actions = { "clear to D4", "black to E4", "white to F4" },
        expect = { scores = { 0, 0 } },
    },
}

return house
