/**
 * What attackers try first, compiled for this project: words, names and habits at the top of every published list
 * of leaked passwords, in Latin and Cyrillic letters. Years, digits and keyboard walks are found by rule, not listed.
 */
export const commonWords: readonly string[] = `
  password passwort passwd parol secret secure security private access login signin user username guest root admin
  administrator superuser master manager owner operator support service server system test tester testing demo example
  sample default changeme change temp temporary welcome hello hallo bonjour letmein openup opensesame enter iloveyou
  loveyou love lovely lover forever friend friends family mother father sister brother baby babygirl angel princess
  prince queen king dragon monkey tiger lion eagle falcon phoenix wolf bear horse dolphin butterfly kitty puppy doggy
  football soccer hockey baseball basketball tennis golf chelsea arsenal liverpool barcelona spartak zenit dinamo
  superman batman spiderman pokemon naruto matrix starwars minecraft pirate ninja samurai hunter killer ranger shadow
  sunshine summer winter spring autumn monday friday sunday january february march april june july august september
  october november december flower rose cherry apple banana orange lemon chocolate cookie pepper ginger cheese
  coffee whatever trustno nothing anything something computer internet samsung google yandex facebook instagram
  telegram whatsapp vkontakte youtube android iphone nokia windows linux ubuntu oracle cisco company office business
  money cash bank rouble dollar account number phone mobile telephone ringkey voice verify michael daniel robert
  thomas andrew joshua matthew anthony william alexander jessica jennifer ashley amanda nicole charlie jordan george
  maria anna elena olga natasha tatiana svetlana irina marina alexey alexei sergey andrey dmitry maxim nikita ivan
  vladimir mikhail nikolay roman artem denis pavel viktor russia moscow london berlin paris europe america freedom
  diamond silver golden platinum mustang ferrari porsche mercedes toyota harley yamaha thunder lightning blessed jesus
  christ heaven qwert asdf zxcv abcd aaaa
  пароль секрет доступ админ администратор пользователь привет здравствуй любовь люблю любимая любимый солнце солнышко
  зайка котик кошка собака малыш мама папа семья россия москва питер спартак зенит динамо наташа татьяна светлана
  ирина марина елена ольга анна мария настя екатерина александр алексей сергей андрей дмитрий максим никита иван
  владимир михаил николай роман артем денис павел виктор тест проверка вход кабинет деньги работа компания фирма лето
  зима весна осень январь февраль март апрель июнь июль август сентябрь октябрь ноябрь декабрь понедельник пятница`
  .trim()
  .split(/\s+/)

/** Rows and columns of keyboards, walked along in either direction. */
export const keyboardRows: readonly string[] = [
  '`1234567890-=',
  '~!@#$%^&*()_+',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
  'qwertzuiop',
  'azertyuiop',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  'йфяцычувскамепинртгоьшлбщдю',
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзийклмнопрстуфхцчшщъыьэюя',
  '147258369',
]
