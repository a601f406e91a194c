-- A row of four counts five: three more than its two lines. A fifth stone in it scores its line, as always.
local house = {}

function house.row_scored(ctx, effects)
    if ctx.length == 4 then
        effects.points(ctx.player, 3)
    end
end

house.tests = {
    {
        name = "a clear stone makes four",
        knobs = { pouch = false },
        actions = { "white to D4", "white to E4", "white to F4, 1 point for White", "clear to G4, 1 point for White" },
        expect = { scores = { 5, 0 } },
    },
}

return house
