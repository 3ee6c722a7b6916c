import type { PageTexts } from './en.ts'

/** No native speaker has read these. */
export const es: PageTexts = {
  title: 'Iniciar sesión en {name}',
  whom: '{host} conocerá su número de teléfono y que es suyo. Continúe solo si viene de allí.',
  phone: 'Número de teléfono',
  call: 'Confirmar con una llamada',
  another: 'Otro número',
  cancel: 'Cancelar y volver',
  canceled: 'Ha cancelado el inicio de sesión.',
  back: 'Volver',
  needsScript: 'Active JavaScript para confirmar su número.',
  never: 'No comparta nunca este código. Quien lo pida por teléfono o en un chat quiere entrar en su lugar.',
  badPhone: 'Esto no es un número de teléfono. Escríbalo con el código del país, por ejemplo {example}.',
  notServed: 'Desde aquí no se puede llamar a este número. Use otro.',
  tooMany: 'Demasiadas llamadas. Inténtelo más tarde.',
  needsProofOfWork:
    'En este momento se piden muchas llamadas. Pulse el botón otra vez: su navegador calcula unos segundos para esta llamada.',
  working: 'Su navegador está calculando para esta llamada. Tarda unos segundos.',
  wait: 'Se acaba de llamar a este número. Inténtelo en {seconds} s.',
  notNow: 'Ahora no se puede hacer la llamada. Inténtelo más tarde.',
  failed: 'El número no se ha confirmado. Inténtelo de nuevo.',
  ended: 'Este inicio de sesión ha terminado. Vuelva al sitio y empiece de nuevo.',
  error: 'No se puede atender esta solicitud',
  away: 'El servicio no responde en este momento. Inténtelo en unos segundos.',
  signOut: '¿Cerrar la sesión de {name}?',
  signOutYes: 'Cerrar sesión',
  signOutNo: 'Seguir conectado',
  signedOut: 'Ha cerrado la sesión.',
}
