// The word of this page proves nothing: when the element says how it ended, the page is loaded again, and the server
// reads the outcome itself.
const element = document.querySelector('ringkey-verify')
for (const outcome of ['approved', 'failed', 'expired'])
  element?.addEventListener(outcome, () => location.reload())
// A button of the page ends the verification: the element must not load the page again before the answer is there.
addEventListener('submit', () => element?.remove())

// The field begins with a country: with the attribute autofocus what is typed would stand before it.
const phone = document.querySelector('input[type="tel"]')
if (phone !== null && document.activeElement === document.body) {
  phone.focus()
  phone.setSelectionRange(phone.value.length, phone.value.length)
}

/** While many calls end in vain, a browser pays for the next one with a few seconds of work. */
const form = document.querySelector('form[data-work]')
form?.addEventListener('submit', async (event) => {
  const field = form.elements.work
  // WebCrypto is missing on plain http: the server says no.
  if (field.value !== '' || !crypto.subtle) return
  event.preventDefault()
  form.querySelector('button').disabled = true
  const status = form.querySelector('[role="status"]')
  status.textContent = status.dataset.text
  field.value = await answersFor(form.dataset)
  form.submit()
})

/** So many numbers whose derived bits begin with zeros. Several are tried together: some browsers use all their CPUs. */
async function answersFor({ work, answers, iterations, bits }) {
  const encoder = new TextEncoder()
  const cost = { name: 'PBKDF2', hash: 'SHA-256', salt: encoder.encode(work), iterations: Number(iterations) }
  const isAnswer = async (tried) => {
    const typed = encoder.encode(String(tried))
    const key = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveBits'])
    const derived = await crypto.subtle.deriveBits(cost, key, 32)
    return new DataView(derived).getUint32(0) >>> (32 - Number(bits)) === 0
  }
  const found = []
  for (let tried = 0; found.length < Number(answers); tried += 8) {
    const next = Array.from({ length: 8 }, (_, nth) => tried + nth)
    const are = await Promise.all(next.map(isAnswer))
    found.push(...next.filter((_, nth) => are[nth]))
  }
  return found.slice(0, Number(answers)).join(' ')
}
