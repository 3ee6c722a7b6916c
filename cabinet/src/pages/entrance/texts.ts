export const entranceTexts = {
  en: {
    signIn: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    showPassword: 'Show the password',
    demo: 'This is a demo on your own machine: a simulated carrier, a phone on the page, 100 roubles to spend.',
    enterDemo: 'Enter the demo',
    docs: 'How the interface works',
  },
  ru: {
    signIn: 'Вход',
    email: 'Почта',
    password: 'Пароль',
    showPassword: 'Показать пароль',
    demo: 'Это демо на вашем компьютере: имитатор оператора связи, телефон на странице и 100 рублей на счёте.',
    enterDemo: 'Войти в демо',
    docs: 'Как устроен интерфейс',
  },
}
