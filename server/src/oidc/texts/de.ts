import type { PageTexts } from './en.ts'

/** No native speaker has read these. */
export const de: PageTexts = {
  title: 'Bei {name} anmelden',
  whom: '{host} erfährt Ihre Telefonnummer und dass sie Ihre ist. Fahren Sie nur fort, wenn Sie von dort kommen.',
  phone: 'Telefonnummer',
  call: 'Durch einen Anruf bestätigen',
  another: 'Andere Nummer',
  cancel: 'Abbrechen und zurück',
  canceled: 'Sie haben die Anmeldung abgebrochen.',
  back: 'Zurück',
  needsScript: 'Schalten Sie JavaScript ein, um Ihre Nummer zu bestätigen.',
  never:
    'Geben Sie diesen Code niemandem. Wer am Telefon oder im Chat danach fragt, will sich an Ihrer Stelle anmelden.',
  badPhone: 'Das ist keine Telefonnummer. Schreiben Sie sie mit der Landesvorwahl, zum Beispiel {example}.',
  notServed: 'Diese Nummer kann von hier nicht angerufen werden. Nehmen Sie eine andere.',
  tooMany: 'Zu viele Anrufe. Versuchen Sie es später noch einmal.',
  needsProofOfWork:
    'Im Moment werden viele Anrufe verlangt. Drücken Sie den Knopf noch einmal: Ihr Browser rechnet einige Sekunden für diesen Anruf.',
  working: 'Ihr Browser rechnet für diesen Anruf. Das dauert einige Sekunden.',
  wait: 'Diese Nummer wurde gerade angerufen. Versuchen Sie es in {seconds} s noch einmal.',
  notNow: 'Der Anruf ist im Moment nicht möglich. Versuchen Sie es später noch einmal.',
  failed: 'Die Nummer wurde nicht bestätigt. Versuchen Sie es noch einmal.',
  ended: 'Diese Anmeldung ist beendet. Gehen Sie zur Website zurück und beginnen Sie neu.',
  error: 'Diese Anfrage kann nicht bedient werden',
  away: 'Der Dienst antwortet im Moment nicht. Versuchen Sie es in einigen Sekunden noch einmal.',
  signOut: 'Von {name} abmelden?',
  signOutYes: 'Abmelden',
  signOutNo: 'Angemeldet bleiben',
  signedOut: 'Sie sind abgemeldet.',
}
