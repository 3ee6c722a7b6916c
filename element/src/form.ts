import { style } from './style.ts'
import type { Texts } from './texts.ts'
import type { View } from './view.ts'

interface Acts {
  readonly check: (code: string) => void
  readonly next: () => void
}

const svgSpace = 'http://www.w3.org/2000/svg'
/** Not by colour alone: a tick or a cross stands beside the outcome. */
const marks = { approved: 'M5 13l5 5 9-11', other: 'M6 6l12 12M18 6L6 18' }

/**
 * The form in the shadow root. It is made once and changed in place, so that focus and typed digits stay. Nothing is
 * parsed as HTML, and the style is a constructed sheet: a strict content policy allows all of it.
 */
export class Form {
  readonly #acts: Acts
  readonly #form = make('form')
  readonly #lead = make('p', { part: 'lead', id: 'lead' })
  readonly #problem = make('p', { part: 'problem', class: 'problem', id: 'problem' })
  readonly #end = make('p', { part: 'end', class: 'end', tabindex: '-1' })
  readonly #key = make('p', { part: 'key', class: 'key' })
  readonly #call = make('div', { class: 'call' })
  readonly #link = make('a', { part: 'call', class: 'link main' })
  readonly #qr = make('div', { part: 'qr', class: 'qr', role: 'img' })
  readonly #field = make('div', { class: 'field' })
  readonly #label = make('label', { part: 'label', for: 'code' })
  readonly #input = make('input', {
    part: 'input',
    id: 'code',
    type: 'text',
    inputmode: 'numeric',
    autocomplete: 'one-time-code',
    'aria-describedby': 'lead problem',
  })
  readonly #check = make('button', { part: 'check', class: 'main', type: 'submit' })
  readonly #left = make('p', { part: 'left', class: 'muted' })
  readonly #time = make('p', { part: 'time', class: 'muted', role: 'timer' })
  readonly #next = make('button', { part: 'next', type: 'button', 'aria-describedby': 'later' })
  readonly #later = make('p', { class: 'muted', id: 'later' })
  #length = 0
  #drawn = ''
  /** That a code was wrong; what else is said stands in its place for a while. */
  #refused = ''
  isBusy = false
  hasEnded = false

  constructor(root: ShadowRoot, acts: Acts) {
    this.#acts = acts
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
    root.adoptedStyleSheets = [sheet]
    const status = make('div', { role: 'status' })
    status.append(this.#lead, this.#end, this.#problem)
    this.#call.append(this.#link, this.#qr)
    this.#field.append(this.#label, this.#input, this.#check)
    this.#form.append(
      status,
      this.#key,
      this.#call,
      this.#field,
      this.#left,
      this.#time,
      this.#next,
      this.#later,
    )
    this.#form.noValidate = true
    root.append(this.#form)
    this.#input.addEventListener('input', () => this.#typed())
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault()
      this.#submit()
    })
    this.#next.addEventListener('click', () => {
      if (this.#next.ariaDisabled !== 'true' && !this.isBusy) this.#acts.next()
    })
  }

  /** Undefined before anything is known. */
  show(view: View | undefined, words: Texts): void {
    const had = this.#form.getRootNode() as ShadowRoot
    const hadFocus = had.activeElement !== null
    const ended = view?.ended
    this.hasEnded = ended !== undefined
    put(this.#lead, ended === undefined ? (view?.lead ?? words.loading) : '')
    put(this.#key, view?.key ?? '')
    this.#showCall(view?.call)
    this.#length = view?.code?.length ?? 0
    this.#field.hidden = view?.code === undefined
    put(this.#label, view?.code?.label ?? '')
    this.#check.textContent = words.check
    put(this.#left, view?.code === undefined ? '' : view.attemptsLeft)
    put(this.#next, view?.next?.label ?? '')
    const isLater = view?.next?.isReady === false
    this.#next.ariaDisabled = String(isLater)
    put(this.#later, isLater ? words.nextLater : '')
    this.#end.hidden = ended === undefined
    if (ended === undefined) return
    this.forgetCode()
    this.say('')
    this.showTime('')
    this.#end.className = `end ${ended}`
    this.#end.replaceChildren(
      drawing('0 0 24 24', ended === 'approved' ? marks.approved : marks.other),
      view!.lead,
    )
    // What had the focus is gone.
    if (hadFocus) this.#end.focus()
  }

  get hasCode(): boolean {
    return this.#length > 0
  }

  focusCode(options: FocusOptions = {}): void {
    this.#input.focus(options)
  }

  /** Not announced: it changes every second. */
  showTime(text: string): void {
    put(this.#time, text)
  }

  say(problem: string): void {
    put(this.#problem, problem === '' ? this.#refused : problem)
  }

  /** It is said until something is typed, or the next call brings another code. */
  refuseCode(problem: string): void {
    this.#refused = problem
    this.say('')
    this.#input.value = ''
    this.#input.setAttribute('aria-invalid', 'true')
    this.focusCode()
  }

  /** The wrong code was of another try. */
  forgetCode(): void {
    this.#refused = ''
    this.#input.removeAttribute('aria-invalid')
  }

  /** A code may be pasted with blanks, or be filled in by the browser. It is checked when it is complete. */
  #typed(): void {
    const digits = this.#input.value.replace(/\D/g, '').slice(0, this.#length)
    if (this.#input.value !== digits) this.#input.value = digits
    if (digits !== '') {
      this.forgetCode()
      this.say('')
    }
    if (digits.length === this.#length) this.#submit()
  }

  #submit(): void {
    if (this.#field.hidden || this.isBusy) return
    if (this.#input.value === '') this.focusCode()
    else this.#acts.check(this.#input.value)
  }

  #showCall(call: View['call']): void {
    this.#call.hidden = call === undefined
    if (call === undefined) return
    put(this.#link, call.label)
    this.#link.href = call.uri
    const qr = call.qr ?? ''
    this.#qr.hidden = qr === ''
    this.#qr.ariaLabel = call.qrLabel
    if (qr === this.#drawn) return
    this.#drawn = qr
    const [, size = ''] = /viewBox="([\d .]+)"/.exec(qr) ?? []
    const [, path = ''] = /\bd="([^"]+)"/.exec(qr) ?? []
    this.#qr.replaceChildren(drawing(size, path))
  }
}

/** Drawn anew from the outline: nothing of a foreign image is taken over. */
function drawing(viewBox: string, path: string): SVGElement {
  const svg = document.createElementNS(svgSpace, 'svg')
  svg.setAttribute('viewBox', viewBox)
  svg.setAttribute('aria-hidden', 'true')
  const line = document.createElementNS(svgSpace, 'path')
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}

function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

/** A text that did not change is not announced again. */
function put(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
  element.hidden = text === ''
}
