import type { PageTexts } from './en.ts'

/** No native speaker has read these. */
export const tr: PageTexts = {
  title: '{name} için giriş',
  whom: '{host} telefon numaranızı ve numaranın sizin olduğunu öğrenecek. Yalnızca oradan geldiyseniz devam edin.',
  phone: 'Telefon numarası',
  call: 'Arama ile onayla',
  another: 'Başka numara',
  cancel: 'İptal et ve geri dön',
  canceled: 'Girişi iptal ettiniz.',
  back: 'Geri dön',
  needsScript: 'Numaranızı onaylamak için JavaScript’i açın.',
  never:
    'Bu kodu kimseyle paylaşmayın. Telefonda ya da sohbette isteyen kişi sizin yerinize giriş yapmak ister.',
  badPhone: 'Bu bir telefon numarası değil. Ülke koduyla yazın, örneğin {example}.',
  notServed: 'Bu numara buradan aranamaz. Başka bir numara kullanın.',
  tooMany: 'Çok fazla arama. Daha sonra tekrar deneyin.',
  needsProofOfWork:
    'Şu anda çok sayıda arama isteniyor. Düğmeye yeniden basın: tarayıcınız bu arama için birkaç saniye hesap yapacak.',
  working: 'Tarayıcınız bu arama için hesap yapıyor. Birkaç saniye sürer.',
  wait: 'Bu numara az önce arandı. {seconds} sn sonra tekrar deneyin.',
  notNow: 'Şu anda arama yapılamıyor. Daha sonra tekrar deneyin.',
  failed: 'Numara onaylanmadı. Tekrar deneyin.',
  ended: 'Bu giriş sona erdi. Siteye dönün ve yeniden başlayın.',
  error: 'Bu istek karşılanamıyor',
  away: 'Hizmet şu anda cevap vermiyor. Birkaç saniye sonra tekrar deneyin.',
  signOut: '{name} oturumu kapatılsın mı?',
  signOutYes: 'Oturumu kapat',
  signOutNo: 'Oturum açık kalsın',
  signedOut: 'Oturumunuz kapatıldı.',
}
