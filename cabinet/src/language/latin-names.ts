/** How networks with a Russian brand write themselves in Latin letters. */
const latin: Readonly<Record<string, string>> = {
  МТС: 'MTS',
  МегаФон: 'MegaFon',
  Билайн: 'Beeline',
  'Т-Мобайл': 'T-Mobile',
  СберМобайл: 'SberMobile',
  Ростелеком: 'Rostelecom',
  МОТИВ: 'MOTIV',
  Летай: 'Letai',
  ГЛОНАСС: 'GLONASS',
  ТТК: 'TTK',
  'Волна мобайл': 'Volna mobile',
  Миранда: 'Miranda',
  'Газпром телеком': 'Gazprom telecom',
}

export const latinName = (brand: string) => latin[brand] ?? brand
