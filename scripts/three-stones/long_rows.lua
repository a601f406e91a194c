-- A row of four or more brings three points more: four count five. Each row brings them once, when it is four long or is joined to be longer;
-- another stone in it scores its line, as always.
local house = {}

function house.row_scored(ctx, effects)
    if ctx.length >= 4 and ctx.joined < 4 then
        effects.points(ctx.player, 3)
    end
end

house.tests = {
    {
        name = "a clear stone makes four",
        knobs = { pouch = false },
        actions = { "white to D4", "white to E4", "white to F4, 1 point for White", "clear to G4, 4 points for White" },
        expect = { scores = { 5, 0 } },
    },
    {
        name = "five in one go",
        knobs = { pouch = false },
        actions = {
            "white to D4",
            "white to E4",
            "white to G4",
            "white to H4",
            "clear to F4, 6 points for White",
        },
        expect = { scores = { 6, 0 } },
    },
}

return house
