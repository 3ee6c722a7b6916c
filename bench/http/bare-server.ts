// The baseline: node:http with a constant answer of realistic size.
import { createServer } from 'node:http'

const body = JSON.stringify({
  status: true,
  vendor_id: 100000,
  phone: '7916***4567',
  code: '0012',
  client: 'bench',
  unique_request_id: '0190f7a1-3f5e-7c3c-9b0a-000000000000',
  exists: false,
})
const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': Buffer.byteLength(body),
}

createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(200, headers).end(body))
}).listen(Number(process.argv[2]), '127.0.0.1')
