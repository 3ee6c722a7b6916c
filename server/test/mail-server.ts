import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface ReceivedMail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** A mail server that speaks as much SMTP (RFC 5321) as a client needs, and keeps what it was given. */
export interface MailServer {
  readonly url: string
  readonly received: ReceivedMail[]
  /** What RCPT is answered with; 250 takes it. */
  answer: number
  /** It accepts connections and never says a word. */
  isDumb: boolean
  /** The mails to somebody, once there are so many. */
  mailsTo(email: string, count?: number): Promise<ReceivedMail[]>
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const waiting = new Set<() => void>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    if (mail.isDumb) return
    let to = ''
    let data: string[] | undefined
    let unread = ''
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      const lines = (unread + chunk.toString('latin1')).split('\r\n')
      unread = lines.pop()!
      for (const line of lines) take(line)
    })
    const take = (line: string) => {
      if (data !== undefined) {
        if (line !== '.') return void data.push(line.replace(/^\.\./, '.'))
        received.push(mailOf(to, data))
        data = undefined
        socket.write('250 taken\r\n')
        for (const wake of waiting) wake()
        return
      }
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? ''
      if (verb === 'DATA') data = []
      const answers: Record<string, string> = {
        DATA: '354 go on',
        RCPT: `${mail.answer} as the test says`,
        STAR: '502 no TLS here',
      }
      socket.write(`${answers[verb] ?? '250 ok'}\r\n`)
      if (verb === 'QUIT') socket.end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: 250,
    isDumb: false,
    async mailsTo(email, count = 1) {
      const found = () => received.filter(({ to }) => to === email)
      while (found().length < count) {
        await new Promise<void>((resolve) => waiting.add(resolve))
      }
      return found()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return mail
}

function mailOf(to: string, lines: readonly string[]): ReceivedMail {
  const end = lines.indexOf('')
  const headers = lines.slice(0, end).join('\n').replace(/\n\s+/g, ' ').split('\n')
  const header = (name: string) =>
    headers
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? ''
  const body = lines.slice(end + 1).join('\n')
  const encoding = header('content-transfer-encoding').toLowerCase()
  return { to, subject: decodedWords(header('subject')), text: decoded(body, encoding) }
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding === 'quoted-printable') return quotedPrintable(body.replace(/=\n/g, ''))
  return Buffer.from(body, 'latin1').toString('utf8')
}

/** RFC 2047. */
function decodedWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedPrintable(word.replace(/_/g, ' ')),
    )
}

function quotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** The link in a mail. */
export const linkIn = ({ text }: ReceivedMail): string => /https?:\/\/\S+/.exec(text)?.[0] ?? ''
export const tokenIn = (mail: ReceivedMail): string => linkIn(mail).split('#')[1] ?? ''
