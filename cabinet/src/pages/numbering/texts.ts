import { terms, withCommon } from '../../language/terms.ts'
import { defineMessages } from '../../language/texts.ts'

export const numberingTexts = withCommon({
  registry: ['Numbering registry', 'Реестр нумерации'],
  registryAbout: [
    'Network operator and region of each range of Russian numbers.',
    'Оператор связи и регион каждого диапазона российских номеров.',
  ],
  porting: ['Ported numbers', 'Перенесённые номера'],
  portingAbout: [
    'Numbers that moved to another network operator.',
    'Номера, перенесённые к другому оператору связи.',
  ],
  nothing: {
    registry: [
      'No registry was imported: answers come from the built-in seed and are approximate.',
      'Реестр не загружен: ответы из встроенного набора, они приблизительны.',
    ],
    porting: [
      'No porting data was imported: no number counts as ported.',
      'Данные о переносе не загружены: ни один номер не считается перенесённым.',
    ],
  },
  entries: {
    registry: ['Ranges', 'Диапазонов'],
    porting: ['Numbers', 'Номеров'],
  },
  imported: ['Imported', 'Загружен'],
  source: ['Source', 'Источник'],
  old: (days: string) => [
    `The data is ${days} days old. The registry changes every week.`,
    `Данным ${days} дн. Реестр меняется каждую неделю.`,
  ],
  forced: ['forced', 'принудительно'],
  snapshot: ['Snapshot', 'Снимок'],
  size: ['Size', 'Размер'],
  megabytes: (size: string) => [`${size} MB`, `${size} МБ`],
  inUse: ['in use', 'используется'],
  goBack: ['Use this one', 'Использовать'],
  goBackName: (snapshot: string) => [`Use ${snapshot}`, `Использовать ${snapshot}`],
  goBackQuestion: ['Go back to this snapshot?', 'Вернуться к этому снимку?'],
  goBackAbout: (snapshot: string) => [
    `${snapshot} will be in use within two seconds. Nothing is deleted.`,
    `${snapshot} начнёт работать за две секунды. Ничего не удаляется.`,
  ],
  upload: ['Upload a file', 'Загрузить файл'],
  uploadAbout: [
    'The CSV file as published: plain, gz or zip.',
    'Файл CSV, как он опубликован: без сжатия, gz или zip.',
  ],
  force: ['Import even if the file looks suspicious', 'Загрузить, даже если файл выглядит подозрительно'],
  forceAbout: ['Rows that cannot be read are skipped.', 'Нечитаемые строки пропускаются.'],
  uploading: (name: string) => [`Uploading ${name}`, `Отправляется ${name}`],
  importing: (name: string, rows: string) => [
    `Importing ${name}: ${rows} rows`,
    `Загружается ${name}: строк ${rows}`,
  ],
  leave: ['You can leave this page: the import continues.', 'Страницу можно закрыть: загрузка продолжится.'],
  done: (name: string, taken: string) => [
    `${name} is in use: ${taken} entries.`,
    `${name} используется: записей ${taken}.`,
  ],
  refused: (name: string) => [
    `${name} was not imported; nothing has changed.`,
    `${name} не загружен, ничего не изменилось.`,
  ],
  notTaken: ['Skipped rows', 'Пропущенные строки'],
  line: ['Line', 'Строка'],
  rowText: ['Row', 'Текст'],
  counted: (count: string, reason: string) => [`${count}: ${reason}`, `${count}: ${reason}`],
  lookup: ['What is known about a number', 'Что известно о номере'],
  lookupAbout: [
    'The same facts as checkPhone returns, free of charge. The number is not stored.',
    'То же, что возвращает checkPhone, но бесплатно. Номер не сохраняется.',
  ],
  look: ['Look up', 'Узнать'],
  noNumber: ['This is not a valid phone number.', 'Это не номер телефона.'],
  facts: {
    national: ['National format', 'Национальный формат'],
    country: ['Country', 'Страна'],
    kind: ['Kind', 'Вид'],
    operator: [terms.en.networkOperator, terms.ru.networkOperator],
    ported: ['Ported', 'Перенос'],
    place: ['Place', 'Место'],
    range: ['Range', 'Диапазон'],
    source: ['Source', 'Источник'],
  },
  mobile: ['mobile', 'мобильный'],
  fixed: ['fixed line or unknown', 'стационарный или неизвестно'],
  portedFrom: (from: string, to: string) => [
    `from ${from || 'an unknown network operator'} to ${to}`,
    `от ${from || 'неизвестного оператора связи'} к ${to}`,
  ],
  sources: {
    registry: ['imported registry', 'загруженный реестр'],
    seed: ['built-in seed (approximate)', 'встроенный набор (приблизительно)'],
    metadata: ['numbering plans of the world', 'планы нумерации мира'],
  },
  lookupService: [
    'Numbers are also looked up in an external service.',
    'Номера дополнительно проверяются во внешней службе.',
  ],
})

export const numberingProblems = defineMessages({
  'import-running': [
    'Another import is running. Wait for it to finish.',
    'Уже идёт другая загрузка. Дождитесь её.',
  ],
  'no-file': ['The file did not arrive. Choose it again.', 'Файл не дошёл. Выберите его снова.'],
  'upload-refused': ['The upload was interrupted. Try again.', 'Отправка прервалась. Попробуйте ещё раз.'],
  'rollback-refused': ['That snapshot cannot be used.', 'Этот снимок использовать нельзя.'],
  unreadable: [
    'The file is too large for numbering data. Check that you chose the right one.',
    'Файл слишком большой для данных нумерации. Проверьте, тот ли файл выбран.',
  ],
})
