// Brands and network codes of the networks behind Russian mobile numbers.

export interface RussianNetwork {
  /** The taxpayer number, which is the operator's identity in the registry. */
  readonly inn: string
  readonly brand: string
  readonly company: string
  /** Mobile network code under MCC 250; 0 where the network has none. */
  readonly mnc: number
  /** Its names in the porting database. */
  readonly portingIds: readonly string[]
}

/**
 * The networks with more than 99 % of the mobile numbers of August 2026, largest first, and those that
 * numbers can be ported to. Network codes and porting ids are those of the porting database of June 2026;
 * those on another's network share its code (20 is T2's, 1 is MTS's).
 */
const table: readonly (readonly [inn: string, brand: string, company: string, mnc: number, ids: string])[] = [
  ['7740000076', 'МТС', 'ПАО "МТС"', 1, 'mMTS'],
  ['7812014560', 'МегаФон', 'ПАО "МегаФон"', 2, 'mMEGAFON'],
  ['7713076301', 'Билайн', 'ПАО "ВымпелКом"', 99, 'mBEELINE'],
  ['7743895280', 'T2', 'ООО "Т2 Мобайл"', 20, 'mTELE2'],
  ['7743200179', 'Т-Мобайл', 'ООО "Т-Моб"', 62, 'mTINKOFF'],
  ['7703383783', 'ГЛОНАСС', 'АО "ГЛОНАСС"', 77, 'mGLONASS'],
  ['7705017253', 'МТТ', 'АО "МТТ"', 42, 'mMTT'],
  ['7736264044', 'СберМобайл', 'ООО "Сбербанк-Телеком"', 50, 'mSBERTEL'],
  ['7707049388', 'Ростелеком', 'ПАО "Ростелеком"', 20, 'mRTK'],
  ['7701725181', 'Yota', 'ООО "Скартел"', 11, 'mJUTA'],
  ['2308210371', 'Win Mobile', 'ООО "К-телеком"', 32, 'mKTEL'],
  ['9725152215', 'Альфа-Мобайл', 'ООО "Альфа-Мобайл"', 19, 'mALFAMOBAIL'],
  ['9308013351', 'Феникс', 'ГУП ДНР "РОС"', 97, 'mROS'],
  ['6661079603', 'МОТИВ', 'ООО "Екатеринбург-2000"', 35, 'mEKATERINBURG'],
  ['9402011009', 'МКС', 'ООО "МКС"', 98, 'mMKS'],
  ['7718999159', 'Волна мобайл', 'ООО "КТК ТЕЛЕКОМ"', 60, 'mKTKTEL'],
  ['7702527584', 'Миранда', 'ООО "Миранда-медиа"', 54, 'mMirandam'],
  ['7727443720', 'НМК', 'ООО "Новые мобильные коммуникации"', 45, 'mNMK'],
  ['7723635005', 'Глобал Телеком', 'ООО "Глобал Телеком"', 48, 'mGLOBAL'],
  ['9705121882', 'ВТБ Мобайл', 'ООО "ВТБ Мобайл"', 26, 'mVTBMOBAYL'],
  ['1655327859', 'Летай', 'ООО "ТМТ"', 27, 'mSMARTSK'],
  ['9705251105', 'Хэдвиг', 'АО "Хэдвиг"', 64, 'mXEDBIG'],
  ['7710474375', 'Минцифры России', 'Минцифры России', 0, 'mMINDIGITAL'],
  ['9102282270', 'МирТелеком', 'ООО "МирТелеком"', 94, 'mMIRTELEK'],
  ['7707840631', 'СИМ ТЕЛЕКОМ', 'ООО "СИМ ТЕЛЕКОМ"', 47, 'mSIMTEL'],
  ['2310240077', 'Агат', 'АО "Агат"', 0, ''],
  ['7715650666', 'Антарес', 'ООО "Антарес"', 28, 'mAntares'],
  ['7709219099', 'ТТК', 'АО "Компания ТрансТелеКом"', 0, ''],
  ['7710016640', 'МГТС', 'ПАО МГТС', 1, 'mMGTS'],
  ['9710027740', 'ТВЕ-Телеком', 'ООО "ТВЕ-ТЕЛЕКОМ"', 20, 'mTVETEL'],
  ['7733808377', 'Интернод', 'ООО "Интернод"', 49, 'mInternod'],
  ['7723613650', 'Спринт', 'ООО "Спринт"', 43, 'mSPRINT'],
  ['7841482919', 'МиАТел', 'ООО "МиАТел"', 16, 'mMIATEL'],
  ['2005503932', 'Вайнах Телеком', 'АО "Вайнах Телеком"', 8, 'mVAINAX'],
  ['6163225548', 'Экспресс Мобайл', 'ООО "Экспресс Мобайл"', 20, 'mEm'],
  ['9722028932', 'Мой оператор', 'ООО "Мой оператор"', 20, 'mMOYOPER'],
  ['7740000020', 'Газпром телеком', 'ООО "Газпром телеком"', 41, 'mGASPROM'],
  ['9725007063', 'Безлимит', 'ООО "Безлимит"', 55, 'mBEZLIMIT'],
  ['7715733344', 'Iridium', 'ООО "Иридиум Коммьюникешенс"', 0, ''],
  ['7722553712', 'Юниттел', 'ООО "Юниттел"', 0, ''],
  ['1681000024', 'Летай', 'ПАО "Таттелеком"', 27, 'mTATTELEKOM'],
  ['3808084952', 'Эн+ Телеком', 'ООО "Эн+ Телеком"', 20, 'mENPLYS'],
  ['6670019135', 'Комтехцентр', 'ООО "Комтехцентр"', 20, 'mKOMTEX'],
  ['7451318173', 'ВиКом', 'ООО "ВиКом"', 20, 'mVIKOM'],
  ['7704330696', 'Центр 2М', 'ООО "Центр 2М"', 51, 'mCenter2M'],
  ['7705348953', 'Матрикс', 'ООО "МАТРИКС телеком"', 57, 'mMATRIKS'],
  ['7708119944', 'Сибинтек', 'ООО ИК "СИБИНТЕК"', 1, 'mSIBINTEK'],
  ['7709362765', 'ТТК', 'ООО "ТТК-Связь"', 15, 'mTTKSV mKTTK'],
  ['7717647570', 'Астран', 'ООО "Астран"', 18, 'mASTRAN'],
  ['7727752084', 'МСН Телеком', 'ООО "МСН Телеком"', 37, 'mMSNTELECOM'],
  ['7727842771', 'Кромикс', 'ООО "Кромикс"', 20, 'mKROMIX'],
  ['7810204213', 'ОБИТ', 'ООО "ОБИТ"', 4, 'mOBIT'],
  ['7816223580', 'СкайНэт', 'ООО "СкайНэт"', 14, 'mSKNT'],
  ['7816601369', 'Квантек', 'ООО "Квантек"', 24, 'mQuantech'],
  ['9102250133', 'Крымтелеком', 'АО "Крымтелеком"', 34, 'mKrimtel'],
  ['9204569240', 'Севастополь Телеком', 'АО "Севастополь Телеком"', 33, 'mSEVTEL'],
  ['9718174994', 'ВТК-Мобайл', 'ООО "ВТК-Мобайл"', 40, 'mVTKMOBAIL'],
  ['7840106397', 'Омега', 'ООО "Омега"', 2, 'mOMEGA'],
  ['9725159980', 'Нацспектр', 'АО "Нацспектр"', 1, 'mNATCSPEKTR'],
  ['7721634013', 'Аларм Трейд', 'ООО "Аларм Трейд"', 20, 'mALARM'],
]

const networks: readonly RussianNetwork[] = table.map(([inn, brand, company, mnc, ids]) => ({
  inn,
  brand,
  company,
  mnc,
  portingIds: ids === '' ? [] : ids.split(' '),
}))

const byInn = new Map(networks.map((network) => [network.inn, network]))
const byName = new Map<string, RussianNetwork>()
for (const network of networks)
  for (const name of [
    ...network.portingIds.flatMap((id) => [id, id.slice(1)]),
    network.brand,
    network.company,
  ])
    if (!byName.has(name.toLowerCase())) byName.set(name.toLowerCase(), network)

export function networkByInn(inn: string): RussianNetwork | undefined {
  return byInn.get(inn)
}

/**
 * Finds a network by its id in the porting database (`mMTS`), or by a name that lookup services use: `MTS`, its
 * brand, its company.
 */
export function networkByName(name: string): RussianNetwork | undefined {
  return byName.get(name.toLowerCase())
}
