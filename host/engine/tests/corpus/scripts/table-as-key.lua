local t = {}
t[t] = 1
return { line_points = function(ctx, points) return points end }
