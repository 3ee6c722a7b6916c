import { useTexts } from '../../language/language.tsx'
import { defineMessages } from '../../language/texts.ts'
import classes from './picture.module.css'

const texts = defineMessages({
  says: [
    'Confirm that a person holds a phone number, by a call instead of an SMS: the last digits of the calling number are the code.',
    'Подтвердите, что телефон у человека в руках, — звонком вместо SMS: последние цифры звонящего номера и есть код.',
  ],
  picture: [
    'A phone rings. The last four digits of the calling number are typed into a form.',
    'Телефон звонит. Последние четыре цифры звонящего номера вводят в форму.',
  ],
})

/** What this is, in one sentence and one picture. */
export function WhatThisIs() {
  const text = useTexts(texts)
  return (
    <div className={classes.what}>
      <svg viewBox="0 0 380 120" role="img" aria-label={text.picture} className={classes.picture}>
        <rect x="28" y="6" width="62" height="108" rx="12" className={classes.phone} />
        <circle cx="59" cy="36" r="11" className={classes.caller} />
        <text x="59" y="68" className={classes.number}>
          +7 495 12
        </text>
        <text x="59" y="82" className={classes.digits}>
          48-21
        </text>
        <path d="M14 34q-8 20 0 40M104 34q8 20 0 40" className={classes.ring} />
        <path d="M128 60h60m-9-8 9 8-9 8" className={classes.arrow} />
        {['4', '8', '2', '1'].map((digit, index) => (
          <g key={digit}>
            <rect x={212 + index * 38} y="40" width="30" height="40" rx="6" className={classes.box} />
            <text x={227 + index * 38} y="67" className={classes.typed}>
              {digit}
            </text>
          </g>
        ))}
      </svg>
      <p>{text.says}</p>
    </div>
  )
}
