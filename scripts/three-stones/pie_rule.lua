-- The pie rule: one cuts, the other chooses. After the first stone the other player may change colours, and so take it over.
return {
    memory = {
        -- Shown at the table: after a clear stone nothing else shows that colours were changed.
        changed = { max = 1, label = "Colours changed" },
    },

    actions = {
        change_colours = {
            label = "Change colours",
            tip = "Take over the first stone, as if you had placed it: white and black change places on the board and in the hands, and the other player is next",
            when = function(ctx)
                return ctx.turn == 2 and ctx.seat ~= ctx.first_player
            end,
            play = function(ctx, effects)
                effects.swap_colours()
                effects.next_player(ctx.first_player)
                effects.remember("changed", 1)
                if ctx.first_player == "white" then
                    effects.say("Colours changed: the first stone counts as Black's, and White plays on.")
                else
                    effects.say("Colours changed: the first stone counts as White's, and Black plays on.")
                end
            end,
        },
    },

    tests = {
        {
            name = "Black may take the first stone over",
            knobs = { pouch = false },
            actions = { "white to D4" },
            expect = { to_act = "Black", legal = "Change colours" },
        },
        {
            name = "then White, who has Black's stones now, plays on",
            knobs = { pouch = false },
            actions = { "white to D4", "Change colours" },
            expect = { to_act = "White", illegal = "Change colours" },
        },
    },
}
