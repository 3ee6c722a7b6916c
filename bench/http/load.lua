-- A new phone and a new key for every request; percentiles are printed as one JSON line.
local chars = '0123456789abcdef'
local thread_count = 0

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
  path = args[1]
  wrk.method = 'POST'
  wrk.headers['Content-Type'] = 'application/json'
  wrk.headers['Authorization'] = args[2]
end

function request()
  local phone = string.format('79%02d%07d', math.random(10, 19), math.random(0, 9999999))
  local key = string.format('%08x-%08x-%08x', math.random(0, 2^31 - 1), math.random(0, 2^31 - 1), math.random(0, 2^31 - 1))
  return wrk.format(nil, path, nil, '{"phone":"' .. phone .. '","client":"bench","unique":"' .. key .. '"}')
end

function done(summary, latency)
  io.write(string.format('{"requests":%d,"durationUs":%d,"p50Us":%d,"p99Us":%d,"p999Us":%d,"statusErrors":%d,"socketErrors":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), latency:percentile(99.9),
    summary.errors.status, summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
