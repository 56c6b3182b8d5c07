-- What `tests/programs/run` gives Lua to do: calls, errors (longjmp), coroutines, the garbage
-- collector, strings, tables. Its output is the same each time.

local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
print("fib", fib(24))

-- Errors leave C functions by longjmp, at several depths.
local function fails(depth) if depth == 0 then error({code = 7}) end fails(depth - 1) end
local caught = 0
for depth = 1, 60 do
  local ok, problem = pcall(fails, depth)
  if not ok and problem.code == 7 then caught = caught + depth end
end
print("caught", caught, select(2, pcall(string.rep)))
print("handled", xpcall(fails, function(problem) return problem.code + 1 end, 3))

-- Coroutines that yield from within pcall, and one that fails.
local function numbers(n)
  return coroutine.wrap(function() for i = 1, n do pcall(coroutine.yield, i) end end)
end
local sum = 0
for i in numbers(20000) do sum = sum + i end
print("yielded", sum)
local broken = coroutine.create(function() coroutine.yield(1) error("late", 0) end)
print(coroutine.resume(broken)) print(coroutine.resume(broken)) print(coroutine.status(broken))

-- Strings: patterns with a function as replacement, which fails now and then.
local text = string.rep("the quick brown fox; ", 400)
print(#text:gsub("%w+", function(word) return word:upper():reverse() end))
print(pcall(string.gsub, text, "q", function() error("in gsub", 0) end))
print(string.format("%10.3f|%-8s|%x|%q", math.pi, "left", 255, "a\n\"b\""))

-- Tables: a sort with a comparison in Lua, and one that is wrong.
local values, seed = {}, 42
for i = 1, 20000 do
  seed = (seed * 1103515245 + 12345) % 2147483648
  values[i] = seed
end
table.sort(values, function(a, b) return a % 1000 < b % 1000 or (a % 1000 == b % 1000 and a < b) end)
print(values[1], values[10000], values[20000])
print((pcall(table.sort, {3, 1, 2, 5, 4, 9, 8}, function() return true end)))

-- The collector, with finalizers.
local finalized = 0
for i = 1, 5000 do
  setmetatable({i}, {__gc = function() finalized = finalized + 1 end})
end
collectgarbage() collectgarbage()
print("finalized", finalized)

-- Code that is compiled while the program runs.
local total = 0
for i = 1, 2000 do total = total + load("local x = ... return x * " .. i)(i) end
print("loaded", total, load("return +"))
