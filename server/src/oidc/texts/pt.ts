import type { PageTexts } from './en.ts'

/** No native speaker has read these. */
export const pt: PageTexts = {
  title: 'Entrar em {name}',
  whom: '{host} saberá o seu número de telefone e que ele é seu. Continue só se você veio de lá.',
  phone: 'Número de telefone',
  call: 'Confirmar por uma chamada',
  another: 'Outro número',
  cancel: 'Cancelar e voltar',
  canceled: 'Você cancelou a entrada.',
  back: 'Voltar',
  needsScript: 'Ative o JavaScript para confirmar o seu número.',
  never: 'Nunca compartilhe este código. Quem o pede por telefone ou em um chat quer entrar no seu lugar.',
  badPhone: 'Isto não é um número de telefone. Escreva-o com o código do país, por exemplo {example}.',
  notServed: 'Não é possível ligar para este número daqui. Use outro.',
  tooMany: 'Chamadas demais. Tente mais tarde.',
  needsProofOfWork:
    'Muitas chamadas estão sendo pedidas agora. Aperte o botão outra vez: o seu navegador calcula alguns segundos para esta chamada.',
  working: 'O seu navegador está calculando para esta chamada. Isso leva alguns segundos.',
  wait: 'Acabamos de ligar para este número. Tente de novo em {seconds} s.',
  notNow: 'A chamada não é possível no momento. Tente mais tarde.',
  failed: 'O número não foi confirmado. Tente de novo.',
  ended: 'Esta entrada terminou. Volte ao site e comece de novo.',
  error: 'Este pedido não pode ser atendido',
  away: 'O serviço não responde no momento. Tente em alguns segundos.',
  signOut: 'Sair de {name}?',
  signOutYes: 'Sair',
  signOutNo: 'Continuar conectado',
  signedOut: 'Você saiu.',
}
