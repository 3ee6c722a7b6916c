import type { ProblemBody } from '@ringkey/server/cabinet-api'
import { ApiProblem, addressOf } from './client.ts'

/** Sends a file as it is. Not with `fetch`, which does not report the progress of an upload. */
export function upload(
  path: string,
  query: Parameters<typeof addressOf>[1],
  file: Blob,
  onProgress: (share: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', addressOf(path, query))
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.setRequestHeader('X-Ringkey-Cabinet', '1')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total)
    request.onerror = () => reject(new ApiProblem(0, { code: 'no-connection', message: 'no connection' }))
    request.onload = () => {
      if (request.status < 300) resolve()
      else reject(new ApiProblem(request.status, problemIn(request.responseText)))
    }
    request.send(file)
  })
}

function problemIn(text: string): ProblemBody['error'] {
  try {
    return (JSON.parse(text) as ProblemBody).error
  } catch {
    return { code: 'fault', message: 'the server did not answer as expected' }
  }
}
