// The script of /docs: examples in one language, search, and requests with a test number. It stores nothing.
const all = (selector) => [...document.querySelectorAll(selector)]
const { body } = document

// Where the operator named no address, this page knows it.
const { origin } = location
for (const pre of all('pre'))
  pre.textContent = pre.textContent.replaceAll(body.dataset.unknownAddress, origin)

const buttons = all('.languages button')
function choose(language) {
  body.dataset.language = language
  for (const button of buttons)
    button.setAttribute('aria-pressed', String(button.dataset.language === language))
}
for (const button of buttons) button.addEventListener('click', () => choose(button.dataset.language))
choose('curl')

const texts = all('main section').map((section) => ({
  section,
  link: document.querySelector(`nav a[href="#${section.id}"]`).parentElement,
  text: section.textContent.toLowerCase(),
}))
document.getElementById('search').addEventListener('input', (event) => {
  const words = event.target.value.toLowerCase().split(/\s+/)
  let found = 0
  for (const { section, link, text } of texts) {
    const isFound = words.every((word) => text.includes(word))
    section.hidden = !isFound
    link.hidden = !isFound
    if (isFound) found++
  }
  document.getElementById('nothing').hidden = found > 0
})

function parametersOf(form) {
  const given = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''))
  if (form.dataset.method === 'initCall')
    given.unique = crypto.randomUUID?.() ?? String(performance.timeOrigin + performance.now())
  if (given.uid !== undefined) given.uid = Number(given.uid)
  return given
}

async function send(form) {
  const output = form.querySelector('output')
  const show = (text) => {
    const pre = document.createElement('pre')
    pre.textContent = text
    output.replaceChildren(pre)
  }
  const key = document.getElementById('key').value.trim()
  const service = document.getElementById('service').value.trim()
  if (key === '' || service === '') return show(form.dataset.needsKey)
  try {
    const response = await fetch(form.dataset.path, {
      method: 'POST',
      credentials: 'omit',
      headers: { Authorization: `Bearer ${key}.${service}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(parametersOf(form)),
    })
    const answer = await response.json()
    show(`HTTP ${response.status}\n${JSON.stringify(answer, null, 2)}`)
    const uid = document.querySelector('form[data-method="getInfo"] [name="uid"]')
    if (form.dataset.method === 'initCall' && answer.vendor_id) uid.value = answer.vendor_id
  } catch {
    show(form.dataset.noAnswer)
  }
}
for (const form of all('form'))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send(form)
  })
