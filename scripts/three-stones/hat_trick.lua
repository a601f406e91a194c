-- Three scoring stones in a row, each on a turn of one's own, are worth five points more. Then the count begins again.
return {
    memory = {
        streak = { each = "seat", max = 2, label = "Scoring turns in a row" },
    },

    stone_placed = function(ctx, effects)
        local streak = 0
        if ctx.points > 0 then
            streak = ctx.streak[ctx.player] + 1
        end
        if streak == 3 then
            effects.points(ctx.player, 5)
            effects.say("Hat-trick! Five more points")
            streak = 0
        end
        effects.remember("streak", ctx.player, streak)
    end,

    tests = {
        {
            name = "White scores three times, and five points more",
            knobs = { pouch = false },
            actions = {
                "white to D4",
                "white to E4",
                "white to F4, 1 point for White",
                "black to H4",
                "white to G4, 1 point for White",
                "black to J4",
                "white to C4, 6 points for White",
            },
            expect = { scores = { 8, 0 } },
        },
    },
}
