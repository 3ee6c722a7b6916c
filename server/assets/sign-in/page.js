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

/** An address that has started many calls in vain pays for the next one with a second of work. */
const form = document.querySelector('form[data-work]')
form?.addEventListener('submit', async (event) => {
  const { work, bits } = form.dataset
  const answer = form.elements.work
  if (answer.value !== '') return
  event.preventDefault()
  form.querySelector('button').disabled = true
  const encoder = new TextEncoder()
  for (let tried = 0; ; tried++) {
    const digest = await crypto.subtle.digest('SHA-256', encoder.encode(`${work} ${tried}`))
    if (new DataView(digest).getUint32(0) >>> (32 - Number(bits)) !== 0) continue
    answer.value = String(tried)
    form.submit()
    return
  }
})
