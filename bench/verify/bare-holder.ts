// The floor: node:http that holds every request and does nothing else.
import { createServer } from 'node:http'
import './report-memory.ts'

createServer((request, response) => {
  if (request.url === '/health') response.end('{}')
}).listen(Number(process.argv[2]), '127.0.0.1')
