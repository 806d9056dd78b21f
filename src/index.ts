// What a config file may import.
export { defineConfig, type UserConfig } from './model/user-config.js';
