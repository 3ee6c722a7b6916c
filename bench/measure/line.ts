import { connect, type Socket } from 'node:net'

/**
 * One kept connection with at most one request on its way. Requests are written to the socket as text: the client of
 * node:http takes several times the CPU time, which the service on the same machine would be short of.
 */
export class Line {
  onClosed: () => void = () => {}
  readonly #socket: Socket
  #onAnswer: ((answer: string) => void) | undefined
  #received = ''

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => this.#receive(text))
    socket.on('close', () => {
      this.onClosed()
      this.#onAnswer?.('')
    })
  }

  static open(port: number): Promise<Line> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Line(socket)))
      socket.on('error', reject)
    })
  }

  /** `head` is its first line and its headers, apart from those that every request has. The answer is '' when there was none. */
  send(head: string, body: string, onAnswer: (answer: string) => void): void {
    this.#onAnswer = onAnswer
    const length = Buffer.byteLength(body)
    this.#socket.write(
      `${head}Host: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`,
    )
  }

  close(): void {
    this.#socket.destroy()
  }

  #receive(text: string): void {
    const onAnswer = this.#onAnswer
    // Without a request it is a 408, and the connection is closed.
    if (onAnswer === undefined) return
    this.#received += text
    const bodyAt = this.#received.indexOf('\r\n\r\n') + 4
    if (bodyAt < 4) return
    const length = Number(/content-length: (\d+)/i.exec(this.#received)?.[1])
    if (this.#received.length < bodyAt + length) return
    const answer = this.#received
    this.#received = ''
    this.#onAnswer = undefined
    onAnswer(answer)
  }
}
