export default { title: 'VitePress' };
