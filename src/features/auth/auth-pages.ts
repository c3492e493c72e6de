/** What the sign-in and sign-up pages say around their forms. */
export interface AuthPage {
  /** Of the document. */
  readonly title: string;
  readonly description: string;
  readonly heading: string;
  readonly intro: string;
  /** Room for what may take its place, so that nothing below it moves. */
  readonly introLines?: number;
  /** What to do instead. */
  readonly alternative: {
    readonly question: string;
    readonly to: '/login' | '/signup';
    readonly label: string;
  };
}

export const loginPage = (product: string): AuthPage => ({
  title: 'Login',
  description: `Sign in to the ${product} console to watch and run your mesh.`,
  heading: 'Welcome back',
  intro: `Sign in to the ${product} console.`,
  alternative: { question: 'No account yet?', to: '/signup', label: 'Sign up' },
});

export const signupPage = (product: string): AuthPage => ({
  title: 'Sign up',
  description: `Create an account on ${product} and choose your sovereign access level.`,
  heading: 'Create your account',
  intro: 'One account for the console, on every screen you own.',
  introLines: 2,
  alternative: { question: 'Already have an account?', to: '/login', label: 'Sign in' },
});
