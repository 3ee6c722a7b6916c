/** What the sign-in page says. `{…}` is replaced. */
export const en = {
  title: 'Sign in to {name}',
  whom: '{host} will learn your phone number and that it is yours. Go on only if you came from there.',
  phone: 'Phone number',
  call: 'Confirm by a call',
  another: 'Another number',
  cancel: 'Cancel and go back',
  canceled: 'You canceled the sign-in.',
  back: 'Go back',
  needsScript: 'Switch JavaScript on to confirm your number.',
  never: 'Never share this code. Whoever asks for it by phone or in a chat wants to sign in as you.',
  badPhone: 'This is not a phone number. Write it with the country code, such as {example}.',
  notServed: 'This number cannot be called here. Use another one.',
  tooMany: 'Too many calls. Try again later.',
  needsProofOfWork:
    'Many calls are asked for at the moment. Press the button again: your browser works a few seconds for this call.',
  working: 'Your browser is working for this call. It takes a few seconds.',
  wait: 'This number was called a moment ago. Try again in {seconds} s.',
  notNow: 'The call cannot be placed at the moment. Try again later.',
  failed: 'The number was not confirmed. Try again.',
  ended: 'This sign-in has ended. Go back to the site and start again.',
  error: 'This request cannot be served',
  away: 'The service does not answer at the moment. Try again in a few seconds.',
  signOut: 'Sign out of {name}?',
  signOutYes: 'Sign out',
  signOutNo: 'Stay signed in',
  signedOut: 'You are signed out.',
}

export type PageTexts = Readonly<Record<keyof typeof en, string>>
