import type { PageTexts } from './en.ts'

/** No native speaker has read these. */
export const it: PageTexts = {
  title: 'Accedi a {name}',
  whom: '{host} conoscerà il suo numero di telefono e che è suo. Continui solo se viene da lì.',
  phone: 'Numero di telefono',
  call: 'Conferma con una chiamata',
  another: 'Altro numero',
  cancel: 'Annulla e torna indietro',
  canceled: 'Ha annullato l’accesso.',
  back: 'Torna indietro',
  needsScript: 'Attivi JavaScript per confermare il suo numero.',
  never: 'Non condivida mai questo codice. Chi lo chiede al telefono o in chat vuole accedere al suo posto.',
  badPhone: 'Questo non è un numero di telefono. Lo scriva con il prefisso del paese, per esempio {example}.',
  notServed: 'Da qui non si può chiamare questo numero. Ne usi un altro.',
  tooMany: 'Troppe chiamate. Riprovi più tardi.',
  needsProofOfWork:
    'In questo momento vengono chieste molte chiamate. Prema di nuovo il pulsante: il suo browser calcola qualche secondo per questa chiamata.',
  working: 'Il suo browser sta calcolando per questa chiamata. Ci vuole qualche secondo.',
  wait: 'Questo numero è appena stato chiamato. Riprovi tra {seconds} s.',
  notNow: 'La chiamata ora non è possibile. Riprovi più tardi.',
  failed: 'Il numero non è stato confermato. Riprovi.',
  ended: 'Questo accesso è terminato. Torni al sito e ricominci.',
  error: 'Questa richiesta non può essere servita',
  away: 'Il servizio al momento non risponde. Riprovi tra qualche secondo.',
  signOut: 'Uscire da {name}?',
  signOutYes: 'Esci',
  signOutNo: 'Resta connesso',
  signedOut: 'È uscito.',
}
