/** By the address of a page: what else people call it, in both languages, whatever the language of the page. */
export const synonyms: Readonly<Record<string, string>> = {
  '/': 'home dashboard overview обзор главная',
  '/verifications': 'verifications calls checks codes log history проверки звонки коды история',
  '/try': 'try test call demo попробовать тест',
  '/requests': 'requests api log errors запросы ошибки',
  '/webhooks': 'webhooks callbacks events deliveries веб-хуки вебхуки события доставка',
  '/quality': 'quality statistics reports rates качество статистика отчёты',
  '/support': 'support help answer person customer phone поддержка помощь ответ человек номер',
  '/money':
    'money balance billing ledger invoice statement price tariff деньги баланс счёт выписка списания тариф',
  '/money/ledger': 'ledger entries transactions charges refunds журнал операции списания возвраты',
  '/services': 'services keys projects applications сервисы ключи проекты',
  '/quick-start': 'quick start integration code examples sdk быстрый старт интеграция примеры',
  '/reference': 'reference documentation api openapi справочник документация',
  '/account':
    'account password security second factor 2fa team members invite email пароль безопасность команда пригласить почта',
  '/phone': 'demo phone handset телефон',
  '/console/alarms': 'alarms alerts notifications silence оповещения тревоги уведомления',
  '/console/trunks': 'trunks sip carriers routes транки операторы связи маршруты',
  '/console/pools': 'pools numbers caller id confirmation номера пулы',
  '/console/caller-id-health': 'caller id number health reputation качество номеров репутация',
  '/console/money': 'money revenue cost margin profit выручка расходы маржа прибыль',
  '/console/tariffs': 'tariffs prices тарифы цены',
  '/console/accounts': 'accounts customers clients top-up аккаунты клиенты пополнение',
  '/console/numbering': 'numbering registry porting mnp нумерация реестр перенос',
  '/console/protection': 'protection block fraud caps do not call защита блокировка мошенничество лимиты',
  '/console/quality': 'quality routes networks rates качество маршруты сети',
  '/console/log': 'log audit actions sign-ins действия аудит',
  '/console/verifications': 'verifications calls of customers search проверки звонки клиентов поиск',
  '/console/settings':
    'settings currency time zone sign-up retention настройки валюта часовой пояс регистрация',
  '/console/nodes': 'nodes cluster health version узлы кластер версия',
}
