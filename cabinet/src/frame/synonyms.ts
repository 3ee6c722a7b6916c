/** By the address of a page: what else people call it, in both languages, whatever the language of the page. */
export const synonyms: Readonly<Record<string, string>> = {
  '/': 'home dashboard overview обзор главная',
  '/verifications': 'verifications checks codes проверки коды',
  '/calls': 'calls log history звонки история',
  '/try': 'try test call demo попробовать тест',
  '/requests': 'requests api log errors запросы ошибки',
  '/webhooks': 'webhooks callbacks events deliveries веб-хуки вебхуки события доставка',
  '/quality': 'quality statistics reports rates качество статистика отчёты',
  '/money':
    'money balance billing ledger invoice statement price tariff деньги баланс счёт выписка списания тариф',
  '/services': 'services keys projects applications сервисы ключи проекты',
  '/quick-start': 'quick start integration code examples sdk быстрый старт интеграция примеры',
  '/reference': 'reference documentation api openapi справочник документация',
  '/account':
    'account password security second factor 2fa team members invite email пароль безопасность команда пригласить почта',
  '/phone': 'demo phone handset телефон',
  '/alarms': 'alarms alerts notifications silence оповещения тревоги уведомления',
  '/trunks': 'trunks sip carriers routes транки операторы связи маршруты',
  '/pools': 'pools numbers caller id confirmation номера пулы',
  '/number-health': 'number health reputation planner качество номеров репутация план',
  '/tariffs': 'tariffs prices тарифы цены',
  '/accounts': 'accounts customers clients top-up аккаунты клиенты пополнение',
  '/numbering': 'numbering registry porting mnp нумерация реестр перенос',
  '/protection': 'protection block fraud caps do not call защита блокировка мошенничество лимиты',
  '/nodes': 'nodes cluster health version узлы кластер версия',
}
