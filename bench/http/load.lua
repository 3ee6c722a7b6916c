-- A new phone and a new key for every request; percentiles are printed as one JSON line.
local thread_count = 0
-- More than servers answer in a second, so that a run begins after the phones of the run before.
local phones_a_second = 20000
-- It has no factor in common with the number of phones: none comes twice, and neighbours lie far apart.
local phones, stride = 1e8, 61803399

-- Each thread has a server of its own. wrk gives setup no arguments, so their addresses are in the environment.
local servers = {}
for host, port in string.gmatch(os.getenv('BENCH_SERVERS'), '([%d.]+):(%d+)') do
  table.insert(servers, { host = host, port = port })
end

function setup(thread)
  local server = servers[thread_count + 1]
  thread.addr = wrk.lookup(server.host, server.port)[1]
  thread:set('seed', thread_count)
  thread_count = thread_count + 1
end

function init(args)
  math.randomseed(os.time() * 1000 + seed)
  called = math.floor(os.time() * phones_a_second / #servers) % phones
  path = args[1]
  wrk.method = 'POST'
  wrk.headers['Content-Type'] = 'application/json'
  wrk.headers['Authorization'] = args[2]
end

function request()
  called = called + 1
  local place = (called * #servers + seed) % phones
  local phone = string.format('%.0f', 79100000000 + place * stride % phones)
  local key = string.format('%08x-%08x-%08x', math.random(0, 2^31 - 1), math.random(0, 2^31 - 1), math.random(0, 2^31 - 1))
  return wrk.format(nil, path, nil, '{"phone":"' .. phone .. '","client":"bench","unique":"' .. key .. '"}')
end

function done(summary, latency)
  io.write(string.format('{"requests":%d,"durationUs":%d,"p50Us":%d,"p99Us":%d,"p999Us":%d,"statusErrors":%d,"socketErrors":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), latency:percentile(99.9),
    summary.errors.status, summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
