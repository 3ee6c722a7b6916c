import type { PageTexts } from './en.ts'

/** No native speaker has read these. */
export const fr: PageTexts = {
  title: 'Se connecter à {name}',
  whom: '{host} apprendra votre numéro de téléphone et qu’il est à vous. Continuez seulement si vous venez de là.',
  phone: 'Numéro de téléphone',
  call: 'Confirmer par un appel',
  another: 'Autre numéro',
  cancel: 'Annuler et revenir',
  canceled: 'Vous avez annulé la connexion.',
  back: 'Revenir',
  needsScript: 'Activez JavaScript pour confirmer votre numéro.',
  never:
    'Ne donnez jamais ce code. Quiconque le demande au téléphone ou dans une messagerie veut se connecter à votre place.',
  badPhone:
    'Ce n’est pas un numéro de téléphone. Écrivez-le avec l’indicatif du pays, par exemple {example}.',
  notServed: 'Ce numéro ne peut pas être appelé d’ici. Utilisez-en un autre.',
  tooMany: 'Trop d’appels. Réessayez plus tard.',
  needsProofOfWork:
    'Beaucoup d’appels sont demandés en ce moment. Appuyez de nouveau sur le bouton : votre navigateur calcule quelques secondes pour cet appel.',
  working: 'Votre navigateur calcule pour cet appel. Cela prend quelques secondes.',
  wait: 'Ce numéro vient d’être appelé. Réessayez dans {seconds} s.',
  notNow: 'L’appel n’est pas possible pour le moment. Réessayez plus tard.',
  failed: 'Le numéro n’a pas été confirmé. Réessayez.',
  ended: 'Cette connexion est terminée. Revenez au site et recommencez.',
  error: 'Cette demande ne peut pas être traitée',
  away: 'Le service ne répond pas pour le moment. Réessayez dans quelques secondes.',
  signOut: 'Se déconnecter de {name} ?',
  signOutYes: 'Se déconnecter',
  signOutNo: 'Rester connecté',
  signedOut: 'Vous êtes déconnecté.',
}
